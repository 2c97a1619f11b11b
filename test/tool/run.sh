#!/bin/sh
# run.sh TOOL SCRATCH [LIBRARY]: every command of the tool, what it says when all is well and when not.
# LIBRARY is the build of the library for any processor: recordings are replayed by it.
set -u
tool=$1
scratch=$2
library=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
model=$here/../../model
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1
failed=0

# expect STATUS PATTERN COMMAND...: the exit status, and a line of what it says (both streams)
expect() {
  status=$1 pattern=$2
  shift 2
  "$tool" "$@" >said 2>&1
  got=$?
  [ $got = 0 ] && [ "${2:---help}" != --help ] && echo "$1" >>"$scratch/did"
  if [ $got != "$status" ]; then
    echo "engine $*: exit status $got instead of $status"; cat said; failed=1
  elif [ "$pattern" ] && ! grep -qE -e "$pattern" said; then
    echo "engine $*: says nothing like '$pattern'"; cat said; failed=1
  fi
}
check() { "$@" || { echo "not true: $*"; failed=1; }; }

# plugins come along; others are named by the environment
cat >ring.xml <<'MODEL'
<mujoco>
  <extension>
    <plugin plugin="mujoco.sdf.torus"><instance name="ring"/></plugin>
  </extension>
  <asset>
    <mesh name="ring"><plugin instance="ring"/></mesh>
  </asset>
  <worldbody>
    <body>
      <freejoint/>
      <geom type="sdf" mesh="ring"><plugin instance="ring"/></geom>
    </body>
  </worldbody>
</mujoco>
MODEL
expect 0 'plugins +1' info ring.xml
export ENGINE_PLUGINS="$scratch/nowhere.so"
expect 1 'nowhere.so.*cannot be loaded' info ring.xml
unset ENGINE_PLUGINS

# every command has help that names its options, a place in the overview, the manual, the completion
expect 0 'info' --help
expect 2 'COMMAND' nonsense
expect 2 "no command 'nonsense'" help nonsense
expect 0 '^engine info ' --help info
expect 0 '^engine info ' info -h
expect 2 'no option -s' info -s
expect 2 'COMMAND'
expect 0 'libengine [0-9]+\.[0-9]+\.[0-9]+, API 3' --version
for command in $("$tool" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
  expect 0 "^engine $command " "$command" --help
  expect 0 "^engine $command " help "$command"
  expect 0 "SS \"engine $command" manual
  expect 0 "^    $command\\) words" completion
  expect 2 'no option --wrong' "$command" --wrong
done
check bash -n -c "$("$tool" completion)"
"$tool" completion >completion
check test "$(bash -c '. ./completion; COMP_WORDS=(engine ren); COMP_CWORD=1; _engine; echo ${COMPREPLY[*]}')" = render
check test "$(bash -c '. ./completion; COMP_WORDS=(engine render --sho); COMP_CWORD=2; _engine; echo ${COMPREPLY[*]}')" = --show
check test "$(bash -c '. ./completion; COMP_WORDS=(engine render --show d); COMP_CWORD=3; _engine; echo ${COMPREPLY[*]}')" = depth
if command -v groff >/dev/null; then
  "$tool" manual >engine.1
  groff -man -Tascii -ww engine.1 >/dev/null 2>manual.warnings
  check test ! -s manual.warnings
fi

# info
expect 0 'bodies +14' info "$model/humanoid.xml" --short
expect 0 "hinge 'hinge'" info "$model/cart_pole.xml" --steps 5
expect 0 'slide .* -1.8 to 1.8 m$' info "$model/cart_pole.xml" --steps 0
expect 0 'waist_y +on joint .waist_y.  control -1 to 1' info "$model/humanoid.xml" --steps 0
expect 0 '#2 +subtreecom of body .torso.  3 numbers' info "$model/humanoid.xml" --steps 0
expect 0 'loop +connect of site .coupler_end. and site .rocker_end.' info "$model/four_bar.xml" --steps 0
expect 0 'sensors, energy' info "$model/cart_pole.xml" --steps=5
expect 1 'missing.xml' info missing.xml
expect 2 'usage: engine info' info
expect 2 'needs N' info "$model/cart_pole.xml" --steps many

# the mistake that the README shows is told in its words
mkdir -p wrong/model
sed 's/\(name="head".*\)size=/\1sizes=/' "$model/humanoid.xml" >wrong/model/humanoid.xml
told=$(sed -n 's|.*puts(error);  // \(model/.*\); \.\.\.|\1|p' "$here/../../README.md")
check test "$told"
cd wrong || exit 1
expect 1 "$told" info model/humanoid.xml
cd ..

# check: nothing in a good model, each finding in a bad one
expect 0 'nothing was found' check "$model/cart_pole.xml" --strict
expect 0 "geoms 'floor' and 'ball' overlap by 0.15 m" check "$here/bad.xml"
expect 1 "geom 'ball': solref asks for 0.001 s, the shortest .* is 0.004 s" check --strict "$here/bad.xml"
expect 0 "body 'light' of 1e-05 kg carries 100 kg" check "$here/bad.xml"
expect 0 "body 'heavy' of 100 kg hangs on body 'light'" check "$here/bad.xml"
expect 0 "joint 'far' starts at 0, outside" check "$here/bad.xml"
expect 0 "joint 'turns' turns four times" check "$here/bad.xml"
expect 0 "joint 'turns': stiffness 1e\+09 swings" check "$here/bad.xml"
# an L of 7 cubes in a hull of 11.5
expect 0 "mesh 'corner' collides as its hull, of which it fills 61 %" check "$here/bad.xml"
expect 0 "actuator 'reach' is asked for positions from -3 to 3, joint 'elbow' reaches -1 to 1" check "$here/bad.xml"
expect 0 "actuator 'reach': gain 1e\+07 on an inertia" check "$here/bad.xml"
expect 0 "actuator 'lag': its filter" check "$here/bad.xml"
expect 1 'missing.mjb' check missing.mjb
# each of these has one fault and is told of it alone
one_fault() {
  "$tool" check "$1" >said 2>&1
  if [ "$(grep -c '^- ' said)" != 1 ] || ! grep -q -e "$2" said; then
    echo "engine check $1: is not told of '$2' alone:"; cat said; failed=1
  fi
}
cat >feather.xml <<'END'
<mujoco><option gravity="0 0 0"/><worldbody><body name="feather"><freejoint/>
<inertial pos="0 0 0" mass="1e-10" diaginertia="1 1 1"/></body></worldbody></mujoco>
END
one_fault feather.xml "body 'feather' moves and has no mass"
cat >needle.xml <<'END'
<mujoco><option gravity="0 0 0"/><worldbody><body name="needle"><freejoint/>
<inertial pos="0 0 0" mass="1" diaginertia="1 1 1e-5"/></body></worldbody></mujoco>
END
one_fault needle.xml "body 'needle': inertias from 1e-05 to 1 kg m2"
cat >loops.xml <<'END'
<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
<body name="a"><joint name="bends" axis="0 1 0" range="-90 90"/><geom name="ga" size=".1"/></body>
<body name="b" pos="1 0 0"><joint axis="0 1 0"/><geom name="gb" size=".1"/><site name="s"/></body>
<site name="t" pos="1 0 1"/></worldbody>
<tendon><spatial name="cord"><site site="s"/><site site="t"/></spatial></tendon>
</mujoco>
END
one_fault_in() { sed "$1" loops.xml >changed.xml && one_fault changed.xml "$2"; }
expect 0 'nothing was found' check --strict loops.xml
one_fault_in 's|</mujoco>|<contact><pair name="p" geom1="ga" geom2="gb" solref=".001 1"/></contact>&|' \
  "pair 'p': solref asks for 0.001 s"
one_fault_in 's|</mujoco>|<equality><connect name="pin" body1="a" body2="b" anchor=".5 0 0" solref=".001 1"/></equality>&|' \
  "equality 'pin': solref asks for 0.001 s"
one_fault_in 's|range="-90 90"|& solreflimit=".001 1"|' "joint 'bends': solref asks for 0.001 s"
one_fault_in 's|<option|<option><flag refsafe="disable"/></option>&|; s|name="ga"|& solref=".015 1"|' \
  "without refsafe this is not stable"
one_fault_in 's|spatial name="cord"|& range="0 0.5"|' \
  "tendon 'cord' is 1 m long at the start, outside of its range 0 to 0.5"
one_fault_in 's|</mujoco>|<actuator><velocity name="brake" joint="bends" kv="200"/></actuator>&|' \
  "actuator 'brake': gain 200 of velocity stops an inertia of"
one_fault_in 's|gravity="0 0 0"|gravity="0 0 1e30"|; s|<site name="t"|<body pos="0 9 0"><freejoint/><geom size=".1"/></body>&|' \
  'in 1 s without controls, .* times: '
sed 's|name="ga"|& type="mesh" mesh="none"|' loops.xml >changed.xml
expect 1 "changed.xml:2.*'none'" check changed.xml
cat >hollow.urdf <<'END'
<robot name="arm"><link name="base"/><link name="upper"><collision><geometry><sphere radius=".1"/></geometry>
</collision></link><joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/>
<axis xyz="0 0 1"/></joint></robot>
END
one_fault hollow.urdf "link 'upper' has no inertial: it weighs 4.19 kg"

# convert: the model stays what it was
expect 0 '' convert "$model/humanoid.xml" h.xml
expect 0 '' convert "$model/humanoid.xml" h.mjb
expect 0 '' convert h.mjb h.txt
check grep -q '^NAMES\|nbody' h.txt
expect 0 'no difference' diff h.mjb "$model/humanoid.xml"
expect 0 'no difference' diff h.xml "$model/humanoid.xml" --tolerance 1e-9
expect 2 'no longer says' convert h.mjb again.xml
expect 2 'must end in' convert h.mjb h.png
expect 1 'no/such' convert h.mjb no/such.mjb
cat >arm.urdf <<'END'
<robot name="arm"><link name="base"/><link name="upper"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
END
expect 0 '' convert arm.urdf arm.xml
check grep -q 'name="shoulder"' arm.xml

# an archive holds the model with its files, and is read wherever it lies
expect 0 '' convert "$model/mesh_showcase.xml" packed.mjz
check test "$(head -c 2 packed.mjz)" = PK
mkdir alone && mv packed.mjz alone/
expect 0 'no difference' diff alone/packed.mjz "$model/mesh_showcase.xml" --tolerance 1e-9
expect 0 'meshes' info alone/packed.mjz --short
expect 0 '' convert alone/packed.mjz alone/again.mjz
expect 0 'no difference' diff alone/packed.mjz alone/again.mjz
expect 0 '' convert alone/packed.mjz alone/packed.mjb
expect 2 'stay in alone/packed.mjz' convert alone/packed.mjz unpacked.xml
expect 2 'no longer says' convert alone/packed.mjb again.mjz
head -c 500 alone/packed.mjz >half.mjz
expect 1 'half.mjz' info half.mjz
expect 1 'no/such' convert "$model/arm.xml" no/such.mjz

# diff
sed 's/mass="0.1"/mass="0.2"/; s/timestep="0.005"/timestep="0.004"/' "$model/cart_pole.xml" >changed.xml
sed 's/<light[^>]*>//' "$model/cart_pole.xml" >fewer.xml
if cmp -s changed.xml "$model/cart_pole.xml"; then echo "cart_pole.xml is not as this test needs it"; failed=1; fi
expect 1 'option timestep: 0.005  -> 0.004' diff "$model/cart_pole.xml" changed.xml
expect 1 "body 'pole' body_mass: 0.1  -> 0.2" diff "$model/cart_pole.xml" changed.xml
sed 's/<option/<option><flag contact="disable" energy="enable"\/><\/option>&/' "$model/cart_pole.xml" >flags.xml
expect 1 'option disableflags: .Contact$' diff "$model/cart_pole.xml" flags.xml
expect 1 "^- light" diff "$model/cart_pole.xml" fewer.xml
expect 1 "^\\+ light" diff fewer.xml "$model/cart_pole.xml"
expect 2 'missing' diff "$model/cart_pole.xml" missing.xml

# bench
expect 0 'us a step' bench "$model/cart_pole.xml" --seconds 0.5 --rounds 3
expect 0 'in 2 threads' bench "$model/humanoid.xml" --seconds 0.2 --threads 2 --rounds 2
expect 2 '--threads needs N, 1 or more, not .0.' bench "$model/cart_pole.xml" --threads 0
expect 2 'a number above 0, not .nan.' bench "$model/cart_pole.xml" --seconds nan

# simulate: controls come from the table, states go to one
printf 'time,push\n0,1\n0.05,-1\n' >push.csv
expect 0 'simulated' simulate "$model/cart_pole.xml" --seconds 0.1 --controls push.csv --states out.csv
check test "$(head -1 out.csv | cut -d, -f1-4)" = 'time,qpos slide,qpos hinge,qvel slide'
check test "$(wc -l <out.csv)" = 22
check test "$(head -1 out.csv | cut -d, -f7,10)" = 'sensor #0 framepos tip[0],sensor #1 jointpos hinge'
check test "$(sed -n 2p out.csv | cut -d, -f6)" = 1
check test "$(sed -n 22p out.csv | cut -d, -f6)" = -1
check test "$(sed -n 12p out.csv | cut -d, -f1,6)" = '0.05,-1'
check test "$(sed -n 11p out.csv | cut -d, -f6)" = 1
expect 0 '' simulate "$model/cart_pole.xml" --seconds 1 --states every.csv --every 0.25
check test "$(wc -l <every.csv)" = 6
# a row is of one state: sensors are those of its positions
check test -z "$(tail -n +2 out.csv | awk -F, '$3 != $10')"
# a table of states gives its controls, also one that a spreadsheet has marked
{ printf '\357\273\277'; "$tool" simulate "$model/cart_pole.xml" --seconds 0.2 --states - 2>/dev/null; } >waves.csv
expect 0 '' simulate "$model/cart_pole.xml" --seconds 0.2 --controls waves.csv --states again.csv
check test "$(tail -c +4 waves.csv | md5sum)" = "$(md5sum <again.csv)"
printf 'time,pull\n' >wrong.csv
expect 1 "wrong.csv:1: no actuator is called 'pull'" simulate "$model/cart_pole.xml" --controls wrong.csv
printf 'time,push\n0,1\n0.1\n' >wrong.csv
expect 1 "wrong.csv:3: column 2 is no number" simulate "$model/cart_pole.xml" --controls wrong.csv
printf 'time,push\n1,1\n0,1\n' >wrong.csv
expect 1 "wrong.csv:3: time 0 is before" simulate "$model/cart_pole.xml" --controls wrong.csv
expect 2 'a number above 0' simulate "$model/cart_pole.xml" --seconds -1
expect 1 "no keyframe 'none'" simulate "$model/cart_pole.xml" --key none
expect 1 'no/such' simulate "$model/cart_pole.xml" --states no/such.csv

# record and replay: the same bits; a changed control is found at its step
expect 0 '80 steps' record "$model/humanoid.xml" run.rec --seconds 0.4 --waves 0.5
expect 0 'same to the bit' replay run.rec
size=$(wc -c <run.rec)
# sizes of model, state, controls and steps stand behind the mark of 8 bytes; the first control of the 50th
# step gets the number 0.25
set -- $(od -A n -t d8 -j 8 -N 24 run.rec)
at=$((8 + 32 + 32 + $1 + 8 * $2 + 49 * (8 * $3 + 8)))
cp run.rec changed.rec
printf '\000\000\000\000\000\000\320\077' | dd of=changed.rec bs=1 seek=$at conv=notrunc 2>/dev/null
head -c $((size / 2)) run.rec >short.rec
expect 1 'step 50 of' replay changed.rec
expect 1 'the file ends before|no recording' replay short.rec
expect 1 'no recording' replay push.csv
expect 1 'missing.rec' replay missing.rec

# on another build of the library the first step that differs is named, if any does
if [ "$library" ]; then
  mkdir other_build
  cp -L "$library" other_build/libengine.so.0
  LD_LIBRARY_PATH=$scratch/other_build "$tool" --version >other
  "$tool" --version >own
  LD_LIBRARY_PATH=$scratch/other_build "$tool" replay run.rec >said 2>&1
  got=$?
  if cmp -s own other; then
    check test $got = 0
  else
    check grep -qE '^step [0-9]+ of 80 is the first that differs .*at the end states differ by [0-9.e-]+$' said
    check grep -q '^recorded by a library for x86-64-v3, replayed by one for x86-64$' said
  fi
fi

# render: a picture shows something, a camera that is not there is told
expect 0 '' render "$model/humanoid.xml" one.png --size 160x120 --time 0.1
expect 0 '' render "$model/humanoid.xml" row.png --size 80x60 --frames 3 --until 0.3 --show depth
expect 0 '' render "$model/humanoid.xml" film.png --size 80x60 --film 0.3 --rate 10 --show segments
check test "$(wc -c <one.png)" -gt 2000
check test "$(wc -c <row.png)" -gt 400
check grep -q acTL film.png
# sheets: of all models of a folder, of several cameras
size_of() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'; }
mkdir sheets broken nothing
cp "$model/pendulum.xml" "$model/turret.urdf" sheets/
cat >sheets/eyes.xml <<'END'
<mujoco><worldbody><geom size=".1"/><camera name="left" pos="1 0 0" xyaxes="0 1 0 0 0 1"/>
<camera name="right" pos="0 1 0" xyaxes="-1 0 0 0 0 1"/></worldbody></mujoco>
END
cp sheets/* broken/
echo '<mujoco' >broken/half.xml
expect 0 '3 of 3 models' render sheets sheet.png --size 60x40
check test "$(size_of sheet.png)" = 120x80
expect 1 '3 of 4 models' render broken sheet.png --size 60x40
expect 1 'no models' render nothing sheet.png
expect 2 'one picture of each model' render sheets sheet.png --film 1
expect 2 'a film has at most a million' render "$model/pendulum.xml" film.png --film 1e9
expect 0 '' render "$model/pendulum.xml" short.png --size 40x30 --film 0.001 --rate 10
expect 0 '' render sheets/eyes.xml eyes.png --size 60x40 --camera left,right --frames 3
check test "$(size_of eyes.png)" = 180x80
expect 0 '' render sheets/eyes.xml all.png --size 60x40 --camera all
check test "$(size_of all.png)" = 60x80
expect 1 "no camera 'nose'" render sheets/eyes.xml eyes.png --camera left,nose
expect 1 "no camera 'nowhere'" render "$model/humanoid.xml" one.png --camera nowhere
mkdir tools && for word in sh cat; do ln -s "$(command -v $word)" tools/; done
(PATH=$scratch/tools; "$tool" render "$model/pendulum.xml" a.mp4 --size 40x30 --film 1 >said 2>&1
  [ $? = 1 ]) && grep -q 'ffmpeg writes films' said || { echo "a film without ffmpeg is not refused in words"; failed=1; }
expect 2 'must end in .png' render "$model/humanoid.xml" one.jpg
expect 2 'needs color|depth|segments' render "$model/humanoid.xml" one.png --show sound

# view: the program that it names, with its arguments
printf '#!/bin/sh\necho viewer "$@"\n' >viewer
chmod +x viewer
ENGINE_VIEWER=$scratch/viewer
export ENGINE_VIEWER
expect 0 'viewer --size 10x10 --software --plugins .*libengine_plugins[^ ]* model.xml' view --size 10x10 --software model.xml

# schema
expect 0 'mujoco \(!\)' schema
expect 0 '<table' schema --format html
expect 2 'needs text' schema --format pdf
expect 0 'initially friction="1 0.005 0.0001"' schema geom/friction
expect 0 'holds .*freejoint' schema body
expect 0 '^## actuator/motor' schema --format markdown
expect 0 '<xs:schema' schema --format xsd
expect 0 'relaxng' schema --format rng
expect 1 "no element or attribute 'geom/sizes'" schema geom/sizes

# every command that there is has done something above
for command in $("$tool" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
  grep -qx "$command" "$scratch/did" || { echo "engine $command: no test has it do anything"; failed=1; }
done
[ $failed = 0 ] && echo "every command of the tool does what it says"
exit $failed
