"""onnxruntime predicts with scikit-learn's tree, converted by skl2onnx."""

import numpy
import onnxruntime

import scikit_learn
from learner import Learner


class Predictor(Learner):
    def arrange(self, part):
        return part.matrix(numpy.float32, "C")

    def fit(self, rows, part):
        """Only for `save`: the same tree as scikit-learn's."""
        self.columns = rows.shape[1]
        return scikit_learn.Tree(self.request).fit(numpy.asfortranarray(rows), part)

    def save(self, model, path):
        import skl2onnx
        from skl2onnx.common.data_types import FloatTensorType

        options = {"zipmap": False} if self.request.classes else None
        shape = [("rows", FloatTensorType([None, self.columns]))]
        path.write_bytes(skl2onnx.convert_sklearn(model, initial_types=shape, options=options).SerializeToString())

    def load(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.request.threads
        options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def predict(self, model, rows):
        return model.run([model.get_outputs()[0].name], {"rows": rows})[0].ravel()
