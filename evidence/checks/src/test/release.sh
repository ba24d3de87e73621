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

# use_release <version>: README's program with each Scala version, and two releases of the tests' Java project, with nothing of Brine but that folder.
use_release() {
  local scala folder absent repository="-Dmaven.repo.local=$release/repository" wrong=""
  snippet README.md scala >"$release/Hello.scala"
  sed -n 's:.*println(.*)  *// ::p' "$release/Hello.scala" >"$release/expected"
  for scala in $release_scala; do
    folder=$release/scala-$scala
    mkdir -p "$folder/src/main/scala" && cp "$release/Hello.scala" "$folder/src/main/scala"
    snippet docs/guide/installation.md xml | in_scala "$scala" | of_release "$1" >"$folder/pom.xml"
    (cd "$folder" && mvn -B -ntp -q -Dstyle.color=never "$repository" compile scala:run -DmainClass=hello) </dev/null >"$folder.log" 2>&1 || true
    if printed_as_expected "$folder.log"; then say "a project in Scala $scala builds and runs with it"
    elif absent=$(lacking "$scala") && compiled_alone "$folder" "$scala" </dev/null >>"$folder.log" 2>&1 && printed_as_expected "$folder.log"; then
      say "a project in Scala $scala runs with it, compiled without Maven's plugin, since $absent did not resolve"
    else wrong="$wrong $folder.log"; fi
  done
  for folder in "$release/java-1" "$release/java-2"; do # what the project's first release writes, its second one reads
    mkdir -p "$folder" && cp -r library/java/src/test/project/src "$folder"
    [[ $folder != *-1 ]] || cp -r library/java/src/test/project/release1/. "$folder/src/main/java"
    sed -n '/^## Java/,$p' docs/guide/installation.md | snippet /dev/stdin xml | of_release "$1" >"$folder/pom.xml"
    (cd "$folder" && mvn -B -ntp -q -Dstyle.color=never "$repository" compile dependency:build-classpath -Dmdep.outputFile=classpath &&
      "$JAVA_HOME/bin/java" -cp "target/classes:$(cat classpath)" shop.Main ../order.brine) </dev/null >"$folder.log" 2>&1 || wrong="$wrong $folder.log"
  done
  grep -q '"customer":{"$id":1,"name":"Jim"' "$folder.log" || wrong="$wrong $folder.log"
  [ -z "$wrong" ] || fail "a project outside does not run with it; see$wrong"
  say "a project in Java builds and runs with it"
}

# lacking <version>: an artifact of that version which Maven asked for and no repository has; false if there is none.
lacking() {
  find "$release/repository" -path "*/$1/*.pom.lastUpdated" | while read -r file; do [ -e "${file%.lastUpdated}" ] || basename "${file%.pom.lastUpdated}"; done | grep -m 1 .
}

# compiled_alone <folder> <Scala version>: the project's program by that compiler, which the tests have; its dependencies by the POM.
compiled_alone() {
  local compiler=$root/evidence/checks/target/compilers/$2.classpath
  [ -s "$compiler" ] || compilers
  (cd "$1" && mvn -B -ntp -q -Dstyle.color=never "$repository" dependency:build-classpath -Dmdep.outputFile=classpath && mkdir -p target/classes &&
    "$JAVA_HOME/bin/java" -cp "$(cat "$compiler")" dotty.tools.dotc.Main -classpath "$(cat classpath)" -d target/classes src/main/scala/*.scala &&
    "$JAVA_HOME/bin/java" -cp "target/classes:$(cat classpath)" hello)
}

# of_release <version>: the POM on the input, with that version from the folder.
of_release() {
  sed "s/[0-9.]*-SNAPSHOT/$1/; s:</project>:<repositories><repository><id>dry</id><url>file\://$release/central</url></repository></repositories></project>:"
}
