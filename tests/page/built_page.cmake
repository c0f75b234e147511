# Fails unless page/built/page.html names the hash of the sources that lie beside it: SHA-256 over "path hash\n" of each
# file, sorted by path, as page/build.mjs works it out.
file(GLOB_RECURSE files RELATIVE "${PAGE}" "${PAGE}/src/*")
list(APPEND files build.mjs package.json package-lock.json)
list(SORT files)
set(rows "")
foreach(file ${files})
  file(SHA256 "${PAGE}/${file}" hash)
  string(APPEND rows "${file} ${hash}\n")
endforeach()
string(SHA256 expected "${rows}")
file(STRINGS "${PAGE}/built/page.html" named REGEX "name=\"warpglass-page-sources\"")
if(NOT named MATCHES "content=\"${expected}\"")
  message(FATAL_ERROR "page/built/page.html was built from other sources than those in page/ (${expected}): "
                      "run `npm ci && npm run build` in page/ and commit what it writes")
endif()
