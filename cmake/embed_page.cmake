# cmake -D PROGRAM=page.js -D STYLE=page.css -D OUTPUT=bundle.cpp -P embed_page.cmake: the bundle of the page as a C++ source. A raw string ends
# at its mark, which the bundle must not hold.
set(mark page_bundle)
file(READ ${PROGRAM} program)
file(READ ${STYLE} style)
foreach(text IN ITEMS program style)
    string(FIND "${${text}}" ")${mark}\"" found)
    if(NOT found EQUAL -1)
        message(FATAL_ERROR "the bundle of the page holds )${mark}\": choose another mark in embed_page.cmake")
    endif()
endforeach()
file(WRITE ${OUTPUT} "// Made of web/dist by cmake/embed_page.cmake.\n#include \"treewright/export/page/bundle.h\"\n\nnamespace treewright {\n\n"
     "const std::string_view page_program = R\"${mark}(${program})${mark}\";\n\n"
     "const std::string_view page_style = R\"${mark}(${style})${mark}\";\n\n}  // namespace treewright\n")
