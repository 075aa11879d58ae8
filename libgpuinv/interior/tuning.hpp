// tuning.hpp (numbers that the interior point method goes by)
// SPDX-License-Identifier: GPL-3.0-or-later

// Most were found by trying a few values on Netlib's problems.  On its five
// longest runs (127 iterations) a centring power of 2 took 155, a reach of
// 0.1 152, one of 0.5 128, a share of 0.1 for blocking pairs 128, steps of
// 0.7 at least 127.  Numbers of the tests of single precision are with them
// (switch_tests.hpp), those of reductions with each rule.

#pragma once

namespace gpuinv {

// --- starting point

// What a unit of a free variable costs the least squares of the start,
// over what one of the others does.
constexpr double kStartFree = 1e-3;

// Share of the average product that the second shift adds.
constexpr double kStartShare = 0.1;

// --- normal equations

// Proximal terms on x: that of bounded variables keeps their pivots finite,
// that of free ones, which have nothing else, is larger.  The proximal
// point is the iterate, so that they change the path, not the solution.
// The pivot of a basic variable is z/x, the average product mu over x^2: the
// term stays below that where x is less than 300 times the largest bound.
// On an energy model with bounds over 14 decades 1e-16 held back all large
// variables from mu = 1e-17 on.
constexpr double kProximal = 1e-16, kProximalShare = 1e-5;
constexpr double kProximalFree = 1e-7;

// Where the proximal term alone holds free variables back, it shrinks by
// this factor, but not below that of the others.
constexpr double kLoosen = 0.1;

// Likewise on y: a part of S, without which dependent rows would let y
// drift.  What it takes from a row must be little beside right-hand sides
// many decades below the largest, which is 1.
constexpr double kDual = 1e-18;

// Where S is not definite to working precision, its diagonal is raised for
// the factorization alone, relative to its elements.
constexpr double kRelative = 1e-15, kRelativeMost = 1e-6;
constexpr double kRaise = 10.0;

// Factorizations before less is tried again.
constexpr int kWait = 10;

// Conjugate gradient steps at most, for one right-hand side.  Few problems take
// more than a few; one of 27 000 rows, all but degenerate, that 30 were not
// enough for, had no convergence from a gap of 5e-8 on.
constexpr int kGradientSteps = 100;

// Times that they begin anew with the residual of the rows, which the proximal
// term on y is a part of otherwise.
constexpr int kRefinements = 3;

// They end when the residual has grown by this factor.
constexpr double kDiverged = 1e6;

// Share of the dual residual that proximal terms may add in a step.
constexpr double kAdded = 0.1;
// Relative dual residuals that do not matter any more.
constexpr double kSettled = 1e-9;

// What a direction may leave of A*dx = p, of what there is and, with each row
// relative to its own size, in all.
constexpr double kLeft = 1e-2, kLeftMost = 1e-9;

// The least that linear algebra is asked for.
constexpr double kLeftLeast = 1e-16;

// A row's terms count this much towards what it may lack: their rounding, of
// some 1e-16, is then below what the tests of an optimum bear, 1e-8.
constexpr double kExcused = 1e-8;

// --- directions and steps

// Mehrotra's power of what the predictor makes of the average product.  His
// is 3, without correctors that see to centrality.
constexpr double kCentring = 4.0;

// Gondzio's band around the average product, and how much farther than now
// the correctors aim.
constexpr double kBandLeast = 0.1, kBandMost = 10.0;
constexpr double kReach = 0.3;

// A corrector is added with one of these weights, from kWeightLeast to 1.
constexpr int kWeights = 9;
constexpr double kWeightLeast = 0.1;

// What a smaller weight must make a step longer by.
constexpr double kLonger = 1e-3;

// A corrector that makes the two steps longer by less than this share of its
// reach is the last, and is not added.
constexpr double kGain = 0.1;

// Share of the way to the boundary that is always gone, and that is gone at
// most.
constexpr double kStepLeast = 0.9, kStepMost = 0.9995;

// A blocking pair is left with this share of the average product.
constexpr double kStepShare = 0.01;

// --- restoration of the rows

// It begins where their residual is this many times the least so far, and goes
// on as long as it does not grow by kWorse, for a time: the first changes can
// be held back by variables that come away from their bounds.
constexpr double kLost = 10.0, kWorse = 2.0;
constexpr int kRestorations = 8;

// Share of its distance to a bound that a variable may lose at once.
constexpr double kMostLost = 0.9;

// --- course

// Iterations without a point better by a factor after which no more is
// hoped for.
constexpr int kPatience = 15;
constexpr double kBetter = 0.9;

// And such after which the linear algebra is asked for more.
constexpr int kImpatience = 5;

// The gap that is aimed at, over the one that is asked for: a smaller one
// makes the normal equations worse and nothing better.
constexpr double kGapShare = 1e-2;

// Where a row or a product violates more than its own terms excuse, though
// the sums are small enough, the aim of either is taken closer by a factor,
// again and again down to the least.
constexpr double kSharper = 1e-2, kGapLeast = 1e-9;

// Within this factor of the tolerance a point is measured on the problem as
// given, and without what rounding explains.
constexpr double kNear = 1e4;

// Violations that prove something may be small: auxiliary problems are
// solved to this share of the tolerance.
constexpr double kCertainty = 1e-4;

// A ray is looked at closely when its violations have come below this share
// of what it proves, and again when they have come down by kAgain.
constexpr double kRayShare = 1e-6;
constexpr double kAgain = 0.1;

}  // namespace gpuinv
