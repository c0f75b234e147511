# Writes a C++ file with the bytes of another: INPUT, OUTPUT, HEADER that declares FUNCTION, which returns them.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(................................................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

static const unsigned char kBytes[] = {
${bytes}
};

std::string_view ${FUNCTION}() { return {reinterpret_cast<const char*>(kBytes), sizeof kBytes}; }
")
