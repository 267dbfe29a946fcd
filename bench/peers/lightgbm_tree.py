"""LightGBM: one tree of 255 bins. Ten classes are ten trees."""

import lightgbm
import numpy

from learner import CannotDo, Learner

MOST_LEAVES = 131072  # LightGBM's own limit


class OneTree(Learner):
    def arrange(self, part):
        self.categorical = [i for i, yes in enumerate(part.categorical_mask()) if yes]
        return part.matrix(numpy.float32, "F")

    def settings(self):
        request = self.request
        objective = {0: "regression", 2: "binary"}.get(request.classes, "multiclass")
        return {
            "objective": objective,
            "num_class": request.classes if objective == "multiclass" else 1,
            "learning_rate": 1.0,  # the one tree counts in full
            "max_depth": request.depth or -1,
            "num_leaves": 2**request.depth if request.depth else MOST_LEAVES,  # only the depth limits the tree
            "min_data_in_leaf": 1,
            "min_sum_hessian_in_leaf": 0.0,
            "lambda_l2": 0.0,
            "boost_from_average": request.classes == 0,  # classes: from one half, so that a leaf's sign is its majority
            "feature_pre_filter": False,  # would drop features for the leaf size; saves nothing here
            # Categories without smoothing: the best subset, as ours.
            "cat_smooth": 0.0,
            "cat_l2": 0.0,
            "min_data_per_group": 1,
            "max_cat_threshold": 64,
            "force_col_wise": True,  # else it times both ways on our clock, and this is the faster one here
            "num_threads": request.threads,
            "verbosity": -1,
            "seed": 1,
        }

    def prepare(self, rows, part):
        data = lightgbm.Dataset(rows, part.target, categorical_feature=self.categorical, params=self.settings(), free_raw_data=False)
        return data.construct()

    def grow(self, prepared):
        return lightgbm.train(self.settings(), prepared, num_boost_round=1)

    def fit(self, rows, part):
        if self.request.depth == 0 and self.request.classes == 0:
            raise CannotDo(f"it stops at {MOST_LEAVES:,} leaves, and this tree has nearly as many as rows")
        return self.grow(self.prepare(rows, part))

    def cross_validate(self, rows, part):
        settings = self.settings() | {"metric": "binary_error"}
        data = lightgbm.Dataset(rows, part.target, categorical_feature=self.categorical, params=settings, free_raw_data=False)
        result = lightgbm.cv(settings, data, num_boost_round=1, nfold=10, stratified=True, seed=1)
        return 1.0 - result["valid binary_error-mean"][-1]

    def predict(self, model, rows):
        return model.predict(rows, raw_score=True)

    def decide(self, predicted):
        if self.request.classes == 0:
            return predicted
        return predicted.argmax(axis=1) if predicted.ndim == 2 else (predicted > 0).astype(numpy.int32)

    def shape(self, model):
        leaves = sum(tree["num_leaves"] for tree in model.dump_model()["tree_info"]) if self.request.depth else None
        return {"leaves": leaves} if leaves else {}
