// The whole API of libengine.
#pragma once

#include <engine/scalar.h>
#include <engine/base.h>
#include <engine/version.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/kinematics.h>
#include <engine/ik.h>
#include <engine/dynamics.h>
#include <engine/collision.h>
#include <engine/constraint.h>
#include <engine/derivative.h>
#include <engine/step.h>
#include <engine/cluster.h>
#include <engine/plugin.h>
#include <engine/spec.h>
#include <engine/parts.h>
#include <engine/spawn.h>
#include <engine/extension.h>
#include <engine/hard.h>
#include <engine/mjcf.h>
#include <engine/visual.h>
#include <engine/sense.h>
#include <engine/render.h>
#include <engine/ui.h>
