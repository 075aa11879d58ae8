// tuning.hpp (parameters of the interior point method)
// SPDX-License-Identifier: GPL-3.0-or-later

// Most values were found by trials on Netlib's problems.  The five longest runs
// take 127 iterations in all; with a centring power of 2 they took 155, with a
// reach of 0.1 152 and of 0.5 128, with a share of 0.1 for blocking pairs 128,
// with steps of at least 0.7 127.  The parameters of single precision are in
// newton.hpp, those of reductions beside each rule.

#pragma once

namespace gpuinv {

// --- starting point

// Weight of a free variable in the least squares problem of the starting point,
// relative to that of the others.
constexpr double kStartFree = 1e-3;

// Share of the average product that the second shift adds.
constexpr double kStartShare = 0.1;

// Bounds and right-hand sides are far if they are above this multiple of the
// largest demand, and costs are dear if they are above this multiple of the
// largest price (start_form.hpp).  An energy model takes 28 iterations before a
// crossover then, and three like it 26 to 28.  With dear columns in the start
// they take 38 to 40, with far bounds, too, 56 to 60; Netlib's 98 take 1360,
// 1359 and 1374 together.
constexpr double kStartFar = 10.0;

// A demand that is no more than this, where 1 is the largest bound, is a
// rounding error.
constexpr double kStartNoise = 1e-12;

// If that start was wrong, as the optimum needs what it leaves out, steps soon
// become short: after so many in a row, among so many first iterations, the
// method starts again from the form itself.  nesm takes 25 iterations then
// instead of 51.
constexpr double kStuck = 0.05;
constexpr int kStuckSteps = 2, kStuckUntil = 12;

// Sweeps over the columns that look for prices of rows, and the share of itself
// below which a price must fall for another sweep to be worth it.  Energy
// models need two or four sweeps, networks two.
constexpr int kPriceSweeps = 10;
constexpr double kPriceFall = 0.9;

// --- normal equations

// Proximal terms on x.  The one of bounded variables keeps their pivots finite;
// the one of free variables, which have no other term, is larger.  The proximal
// point is the iterate, so that these terms change the path and not the
// solution.  The pivot of a basic variable is z/x, the average product mu over
// x^2.  The term stays below that if x is less than 300 times the largest
// bound.  On an energy model with bounds over 14 decades, 1e-16 alone held back
// all large variables from mu = 1e-17 on.
constexpr double kProximal = 1e-16, kProximalShare = 1e-5;
constexpr double kProximalFree = 1e-7;

// If the proximal term alone holds free variables back, it is multiplied by
// this factor, down to that of the others.
constexpr double kLoosen = 0.1;

// If a step loses rows, D ranges over more decades than S can hold, and the
// term of bounded variables does not fall below this multiple of its value any
// more; each further loss multiplies it again, up to kProximal.  A shipping
// model whose gap stood still at 1.2e-8, as each step lost rows by 1 and their
// restoration took back what it had gained, then ends in one or two steps.
constexpr double kNarrow = 100.0;

// Proximal term on y: a part of S without which dependent rows would let y
// drift.  What it takes from a row must be small beside right-hand sides many
// decades below the largest one, which is 1.
constexpr double kDual = 1e-18;

// If S is not definite to working precision, its diagonal is raised by this
// share of its elements, for the factorization only.
constexpr double kRelative = 1e-15, kRelativeMost = 1e-6;
constexpr double kRaise = 10.0;

// Factorizations until a smaller share is tried again.
constexpr int kWait = 10;

// Conjugate gradient steps at most, for one right-hand side.  Few problems take
// more than a few; one of 27 000 rows, all but degenerate, that 30 were not
// enough for, had no convergence from a gap of 5e-8 on.
constexpr int kGradientSteps = 100;

// If the point is to start something else, they also stop when so many of them
// have not halved the residual.  Where rows depend on others, the residual may
// lie outside the reach of A.  On an energy model 1056 solves do then instead
// of 2311, in as many iterations.  The problem above needs all steps for its
// last digits.
constexpr int kFruitless = 20;

// Most restarts of them with the residual of A*dx = p itself; otherwise the
// proximal term on y is a part of that residual.
constexpr int kRefinements = 3;

// They stop when the residual has grown by this factor.
constexpr double kDiverged = 1e6;

// Share of the dual residual that proximal terms may add in a step.
constexpr double kAdded = 0.1;
// A relative dual residual below this does not matter any more.
constexpr double kSettled = 1e-9;

// What a direction may leave of A*dx = p: as a share of the current residual,
// and as a norm with each row relative to its own size.  With 1e-9, dfl001
// takes 58 conjugate gradient steps instead of 16, and 91 of Netlib's problems
// take 1262 iterations instead of 1267.
constexpr double kLeft = 1e-2, kLeftMost = 3e-9;

// The smallest rest that is asked of the linear algebra.
constexpr double kLeftLeast = 1e-16;

// What the tests of an optimum accept of a row beside its own size, in units of
// their tolerance, 1e-8: up to 1e-6 on the problem as given, and the rounding
// error of its terms, 4 eps of their size.
constexpr double kGivenRows = 100.0, kRounded = 1e-7;

// --- directions and steps

// Mehrotra's power of the factor by which the predictor reduces the average
// product.  His is 3, in a method without correctors for centrality.
constexpr double kCentring = 4.0;

// Gondzio's band around the average product, and by how much the correctors try
// to lengthen the steps.
constexpr double kBandLeast = 0.1, kBandMost = 10.0;
constexpr double kReach = 0.3;

// A corrector is added with one of these weights, from kWeightLeast to 1.
constexpr int kWeights = 9;
constexpr double kWeightLeast = 0.1;

// Least gain in step length that justifies a smaller weight.
constexpr double kLonger = 1e-3;

// A corrector that lengthens the two steps by less than this share of its reach
// is the last one, and is not added.
constexpr double kGain = 0.1;

// Least and largest share of the way to the boundary that a step goes.
constexpr double kStepLeast = 0.9, kStepMost = 0.9995;

// A blocking pair is left with this share of the average product.
constexpr double kStepShare = 0.01;

// --- restoration of the rows

// It starts if the residual of the rows is kLost times the smallest so far.  It
// continues while the residual does not grow by kWorse, but at most
// kRestorations times: variables that come away from their bounds can hold back
// the first changes.
constexpr double kLost = 10.0, kWorse = 2.0;
constexpr int kRestorations = 8;

// Largest share of its distance to a bound that a variable may lose at once.
constexpr double kMostLost = 0.9;

// --- course

// The method gives up after kPatience iterations in which no point was better
// by the factor kBetter.
constexpr int kPatience = 15;
constexpr double kBetter = 0.9;

// If it has given up and nothing proves that there is no optimum, its best
// point is one by so many times the tolerance, or none.  Other methods do worse
// there.
constexpr double kLastTry = 10.0;

// The same for a point that something else starts from, once all that counts is
// below kEnough: there is little left to gain, and each of those iterations may
// take ten times as long as one before.
constexpr int kShortPatience = 2;
constexpr double kEnough = 1e-6;

// Such a point is also good enough if the last iteration took more solves than
// this; 3 to 10 are usual.  Conjugate gradients are the price of the last
// digits then: the last five iterations of an energy model took as long as the
// forty-one before.
constexpr int kDear = 30;

// Something else can start from a point below kUseful, too, if it must.
constexpr int kSomePatience = 7;
constexpr double kUseful = 1e-3;

// After so many of them, it asks the linear algebra for more accuracy.
constexpr int kImpatience = 5;

// The gap that the method aims at, relative to the one asked for.  A smaller
// one makes the normal equations worse and nothing better.
constexpr double kGapShare = 1e-2;

// If single rows or products violate more than allowed although the sums are
// small enough, the method aims closer by this factor, repeatedly, down to
// kGapLeast.
constexpr double kSharper = 1e-2, kGapLeast = 1e-9;

// A point within this factor of the tolerance is measured on the problem as
// given, without errors that rounding explains.
constexpr double kNear = 1e4;

// Auxiliary problems are solved to this share of the tolerance, because even
// small violations may be the proof.
constexpr double kCertainty = 1e-4;

// A ray is tested when its violations have come below this share of what it
// proves, and again whenever they have fallen by kAgain.
constexpr double kRayShare = 1e-6;
constexpr double kAgain = 0.1;

}  // namespace gpuinv
