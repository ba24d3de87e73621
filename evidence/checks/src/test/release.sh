# ./dev release --dry-run: what a release publishes, in a folder laid out as Maven Central takes it. `dev` reads this file.
#
# The folder is target/dev/release/central. Its files are signed with a key that is made for this run and deleted with
# target. A project outside then uses that folder as its only source of Brine.

release=$logs/release
snippets=$release # whose `expected` is compared
release_scala="3.3.8 3.8.4 3.9.0"

# run_release: one line for each step, and an error if a file that Central asks for is missing or wrong.
run_release() {
  local version start=$SECONDS
  version=$(sed -n 's:.*<version>\(.*\)-SNAPSHOT</version>.*:\1:p' pom.xml | head -1)
  rm -rf "$release" && mkdir -p "$release/sources"
  copy_sources "$release/sources"
  grep -rl --include=pom.xml "$version-SNAPSHOT" "$release/sources" | xargs sed -i "s/$version-SNAPSHOT/$version/g; s:<tag>HEAD</tag>:<tag>v$version</tag>:"
  (cd "$release/sources" && maven release -Prelease deploy -Dmaven.test.skip=true -Dmaven.install.skip=true \
    "-DaltDeploymentRepository=central::file:$release/central" -pl ".,$(published)")
  find "$release/central" -name 'maven-metadata.xml*' -delete
  sign_release
  say "$(find "$release/central" -name '*.pom' | wc -l) artifacts of $version in $release/central after $((SECONDS - start)) s"
  check_release "$version"
  use_release "$version"
}

# Central takes no file without a signature, whatever it is.
sign_release() {
  export GNUPGHOME=$release/gnupg
  mkdir -m 700 "$GNUPGHOME"
  gpg --batch --quiet --passphrase '' --quick-generate-key 'Brine dry run <dry-run@brine.invalid>' ed25519 sign never
  to_sign | while read -r file; do gpg --batch --quiet --armor --detach-sign "$file"; done
}
to_sign() { find "$release/central" -type f ! -name '*.md5' ! -name '*.sha*' ! -name '*.asc' ! -name 'maven-metadata*'; }

# check_release <version>: each artifact with its files, their signatures and checksums, and the fields of its POM.
check_release() {
  local wrong=0 name folder pom field file
  missing() { echo "$1" && wrong=1; }
  while read -r name; do
    folder=$release/central/dev/brine/$name/$1 pom=$release/central/dev/brine/$name/$1/$name-$1.pom
    [ -s "$pom" ] || { missing "$name: there is no $name-$1.pom" && continue; }
    for field in name description; do grep -q "<$field>" "$pom" || missing "$name: its POM has no <$field>"; done
    ! grep -q SNAPSHOT "$pom" || missing "$name: its POM names a snapshot"
    if ! grep -q '<packaging>pom</packaging>' "$pom"; then
      for file in "$name-$1".jar "$name-$1"-sources.jar "$name-$1"-javadoc.jar; do
        [ -s "$folder/$file" ] || missing "$name: there is no $file"
      done
    fi
  done < <(published_names)
  while read -r file; do
    gpg --batch --quiet --verify "$file.asc" "$file" 2>/dev/null || missing "$file is not signed"
    [ "$(cut -c1-40 "$file.sha1")" = "$(sha1sum <"$file" | cut -c1-40)" ] || missing "$file.sha1 is wrong"
    [ "$(cut -c1-32 "$file.md5")" = "$(md5sum <"$file" | cut -c1-32)" ] || missing "$file.md5 is wrong"
  done < <(to_sign)
  for field in url licenses developers scm; do # the other POMs have them from this one
    grep -q "<$field[ >]" "$release/central/dev/brine/brine-bom/$1/brine-bom-$1.pom" || missing "the BOM has no <$field>"
  done
  [ $wrong = 0 ] || fail "the release is not complete"
  say "each has its jars, signatures and checksums, and a POM with the fields that Central asks for"
}

# The names of the artifacts that are published.
published_names() {
  echo brine
  published | tr ',' '\n' | while read -r folder; do sed '/<parent>/,/<\/parent>/d' "$folder/pom.xml" | sed -n 's:.*<artifactId>\(brine-[^<]*\)</artifactId>.*:\1:p' | head -1; done
}

# use_release <version>: README's program with each Scala version, and the Java project of the tests, with nothing of Brine but that folder.
use_release() {
  local scala folder repository="-Dmaven.repo.local=$release/repository" wrong=""
  snippet README.md scala >"$release/Hello.scala"
  sed -n 's:.*println(.*)  *// ::p' "$release/Hello.scala" >"$release/expected"
  for scala in $release_scala; do
    folder=$release/scala-$scala
    mkdir -p "$folder/src/main/scala" && cp "$release/Hello.scala" "$folder/src/main/scala"
    snippet docs/guide/installation.md xml | in_scala "$scala" | of_release "$1" >"$folder/pom.xml"
    (cd "$folder" && mvn -B -ntp -q -Dstyle.color=never "$repository" compile scala:run -DmainClass=hello) </dev/null >"$folder.log" 2>&1 || true
    if printed_as_expected "$folder.log"; then say "a project in Scala $scala builds and runs with it"
    else wrong="$wrong $folder.log"; fi
  done
  folder=$release/java
  mkdir -p "$folder" && cp -r library/java/src/test/project/. "$folder"
  java_pom | of_release "$1" >"$folder/pom.xml"
  (cd "$folder" && mvn -B -ntp -q -Dstyle.color=never "$repository" compile dependency:build-classpath -Dmdep.outputFile=classpath &&
    "$JAVA_HOME/bin/java" -cp "target/classes:$(cat classpath)" shop.Main order.brine) </dev/null >"$folder.log" 2>&1 || wrong="$wrong $folder.log"
  [ -z "$wrong" ] || fail "a project outside does not run with it; see$wrong"
  say "a project in Java builds and runs with it"
}

# A Java project's POM, with the dependency that the installation guide names.
java_pom() {
  echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>shop</artifactId><version>1</version>'
  echo '<properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties><dependencies>'
  sed -n '/^## Java/,/^## /p' docs/guide/installation.md | sed -n '/^<dependency>/,/^<\/dependency>/p'
  echo '</dependencies></project>'
}

# of_release <version>: the POM on the input, with that version from the folder.
of_release() {
  sed "s/[0-9.]*-SNAPSHOT/$1/; s:</project>:<repositories><repository><id>dry</id><url>file\://$release/central</url></repository></repositories></project>:"
}
