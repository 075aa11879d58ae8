// machine.hpp (speeds of machines, for choices of method and place)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// All figures are rough: a choice that they get wrong costs time only.  They
// were fitted to one NVIDIA H200 ("device") and to one core of a Xeon of 2.1
// GHz ("host") in July to November 2026; seconds and bytes unless another unit
// is given.  What netlib/results shows of choices was measured with them.
// Those that decide the most are measured on each machine, see
// measured.hpp: the host's rates of a dense factorization and of memory, and a
// device's bandwidth.
namespace gpuinv::machine {

// Device: bytes per second of a pass over an inverse or a tableau.
constexpr double kDeviceBandwidth = 4.2e12;
// Seconds until a process can use CUDA, cuBLAS and cuSOLVER, and seconds to
// upload a problem.
constexpr double kDeviceStart = 0.35, kDeviceUpload = 5e-3;

// Seconds per pivot of the simplex engine on Netlib's larger problems, in
// tableau form and in inverse form, without the terms below.
constexpr double kTableauPivot = 9.5e-6, kInversePivot = 13e-6;
// Additional seconds per pivot if several cards of one host share the rows over
// NVLink, and seconds until a further card is ready.
constexpr double kCardsExchange = 5.2e-6, kCardStart = 0.3;
// Seconds per column that cards wait for each other in a dense factorization.
constexpr double kCardsColumn = 1e-6;
// Pivots between two folds, as these estimates assume.
constexpr double kFoldEvery = 75.0;
// Inverse form: seconds per element of A in a sparse product, per column of N
// with its vectors and weight, and per row of inv(B) likewise.
constexpr double kEngineElement = 4e-11, kEngineColumn = 1e-10,
                 kEngineRow = 2e-10;

// Inversion of m rows with a nucleus of k.  Device: least seconds, seconds per
// column of the nucleus (cuSOLVER's LU waits for each column), seconds for each
// of k^3 operations.  Host: least seconds, seconds for each of m^3.
constexpr double kInversionStart = 1e-3, kInversionColumn = 4e-6,
                 kInversionProduct = 1e-13;
constexpr double kHostInversionStart = 3e-3, kHostInversionProduct = 1e-10;
// A product with an inverse on a device that takes fewer seconds is not late.
// Alone on the device it takes 20 to 60 us for up to 2000 rows, with the ways
// there and back.
constexpr double kLateProduct = 1e-4;
// GLPK's LU factors of a nucleus of k rows with r elements per row take
// min(k^3, c*k*r^4) operations: seconds per operation, and c.
constexpr double kElimination = 2.2e-9, kEliminationFill = 0.07;
// Share of k^3 operations where A*A' has a filled factor: a tenth of the
// nucleus becomes dense, and is eliminated with full pivoting.  GLPK takes .05
// s for qap12 (k = 2757, r = 4.4) and .28 s for qap15 (k = 5583).
constexpr double kEliminationFilled = 1e-3;

// GLPK's simplex method on a sparse LP (host): seconds per pivot for each row,
// column and element, and for each element of a full factor, as long as none
// was timed; how many times as long as the first ones a pivot takes in the mean
// (1 to 12 on 62 LPs, the median 1.7); number of pivots per row of the shorter
// side (.6 to 6 of them, the median 2.2).
constexpr double kPivotItem = 4e-9, kPivotFill = 5e-10, kPivotGrowth = 1.8,
                 kPivotsPerRow = 2.2;
// Share of the inequalities that are tight in a basis, so that their rows fill
// its factor.  With all of them a pivot of from_lp_file, 24 371 inequalities
// and 246 equations, would take 11 ms instead of 1 ms.
constexpr double kTightShare = 0.25;
// An LP has usually at most so many columns per row; the number of pivots grows
// with the root of what it has more, up to so many times.
constexpr double kUsualWidth = 4.0, kMostWide = 4.0;
// The same on a dense LP: seconds per pivot for each element, and pivots per
// column (slacks included), as on Netlib's fit1d and fit2d.
constexpr double kDensePivotItem = 1.2e-9, kDensePivots = 1.0;
// Pivots per demand of a sparse LP, and the least share of the pivots above
// that few demands may need: it is an eighth to a quarter for metabolic models,
// whose five demands take 90 to 180 pivots each.  (qap12 has 24 demands and
// takes 27 790 pivots, but its factor is half full.)  They need all pivots if
// that factor L couples so large a share of the rows.
constexpr double kPivotsPerDemand = 60.0, kFewPivots = 0.14, kCoupledRows = 0.7;
// If GLPK alone needs fewer seconds than this, no help is started: loading
// LAPACK takes some 20 ms.  On sparse LPs GLPK may be ten times as fast as
// estimated (cycle: 0.02 s instead of 0.21 s) and shall never lose more than
// 50 ms, hence the higher limit.
constexpr double kShortSolve = 0.1, kShortSparseSolve = 0.25;
// The simplex method on sparse factors (host): seconds per pivot and for each
// element and column, how many times as many where columns have more than two
// elements, and pivots for each defect of the start (flows 12 to 24).  A
// variable that may go to its other bound counts as one defect of so many: a
// clustering with 798 such variables and no other defects takes 1140 pivots.
constexpr double kSparsePivot = 3e-5, kSparseItem = 1e-10,
                 kMostSparseFill = 6.0, kPivotsPerDefect = 25.0;
constexpr int kFlipsPerDefect = 20;
// The same in a network of one commodity from a dual feasible start: pivots for
// each node, and seconds of a pivot for each arc.  Measured on networks of 3
// 000 to 20 000 nodes and transports; the host of an H100, and an AMD EPYC.
constexpr double kPivotsPerNode = 1.3, kNetworkColumn = 2e-9;
// How many times the estimate it may take before others have their turn, the
// factor on that in a race with GLPK, and how many times as long as one of a
// device its pivot may seem, as no device need be started.
constexpr double kSparsePatience = 2.0, kRacePatience = 2.0, kSparseGain = 1.8;
// Share of the estimated seconds of a crossover for which the simplex method on
// sparse factors may work beside it, on another processor.  On the AMD EPYC, an
// air crew and a clustering needed less; rail crews and the like take 2 to 20
// times as long by sparse factors, and all of the estimate would make their
// crossover 10 to 30 % longer.
constexpr double kRivalShare = 0.3;
// Pivots for each basic value outside its bounds: 1.5 to 6 from the start to
// the end of generated LPs of many classes.  Share of the pivots made that will
// follow at least.
constexpr double kPivotsPerViolation = 1.5, kLastsOn = 0.5;
// Crossover (host): seconds per push, additional seconds per push for each
// column and element and for each element of a full factor, and number of
// pushes per row of the shorter side.  From 5 us (rail516) to 1.3 ms (qap15).
constexpr double kPush = 1e-5, kPushItem = 2.5e-10, kPushFill = 1e-10,
                 kPushesPerRow = 0.5;
// The same of a push in all, before the factor is known, on LPs that are large
// and sparse: pds-30 90 us, world 120, an energy model 160.
constexpr double kLargePush = 1.2e-4;
// Crossover (H200): elements of the largest tableau that carries a basis with
// more speed than pushes on the host: qap15 has 1e8, radio, where the tableau
// takes 3.6 s and pushes .7 s, 2.3e8.
constexpr double kCarrierElements = 1.5e8;

// The simplex engine on a device: pivots for each row of the shorter side, as
// many as dfl001 and pilot87 take (pds-30: 0.8), and how many times as many
// more if all rows are coupled, times the square of the factor's share of a
// full triangle: dfl001 .09, pilot87 .2; qap12 and qap15, which take 13 and 25
// pivots a row, .5.  Pivots over the optimal face, at most; seconds of an
// engine's solve that nothing else is asked beside.  An interior point method
// there (H200: 0.2 s for qap15, 3.4 s for pds-30), and elements of S for each
// one of A.
constexpr double kEnginePivotsPerRow = 7.0, kEngineCoupled = 11.0,
                 kFacePivotsPerRow = 2.5;
constexpr double kShortEngine = 0.3;
// Largest share of an engine's estimated seconds that the look at how the rows
// are coupled takes: it pays for qap12 (.1), and not for pilot87 (.5).
constexpr double kLookShare = 0.15;
// Elements of A*A' for each row from which on its factor may fill up: qap12 has
// 24, and dfl001, whose factor has a tenth of a full one's, 14.
constexpr double kFillingRow = 20.0;
// Share of a full triangle above which a dense LU of all columns takes less
// time than a sparse one: for qap15 .5, and 0.1 s instead of 0.6 s.
constexpr double kFilledShare = 0.25;
// Seconds after which a batch of pivots will not return any more: the slowest
// one known, 512 pivots over 180 GB, takes .1 s.
constexpr double kHungBatch = 60.0;
// Seconds after which CUDA will not start any more.  Its start takes .2 to .5
// s, and some 2 s where twelve processes start it at a time.
constexpr double kHungStart = 60.0;
constexpr double kDeviceInterior = 0.1, kProductsPerElement = 3.0;
// How much shorter crossover must seem to begin, and for how many times what
// it would take the engine may try before where a tableau carries the basis.
// With pushes it may try once as long: southern1 and from_lp_file need a third
// of that, an energy model would need several times as much.
constexpr double kClearGain = 2.3, kEnginePatience = 2.0;
// The same beside GLPK's simplex method on a sparse LP, before its pivots are
// timed: then the estimate was twice the truth on multicommodity flows.
constexpr double kSomeGain = 1.2;

// Normal equations S: seconds per element of S to find an ordering, and time of
// a packed dense factorization relative to a full one.
constexpr double kOrderingElement = 3e-7, kPackedTime = 1.15;

// Speeds that determine the time of an interior point iteration; see
// NormalMachine.
struct Rates {
  double dense_rate;   // operations a second of a dense factorization
  double sparse_rate;  // of a sparse one, within large supernodes
  double sum_rate;     // of the assembly, entry by entry
  double entry_rate;   // entries of a sparse factor: all that is no BLAS
  double bandwidth;    // bytes a second that a solve reads
  double latency;      // a sparse factorization, at least
  double row_latency;  // a row of a dense one, beside operations
  double iteration;    // an iteration whatever the problem
  double entry;        // of one, for each element of A: products
  double column;       // and for each column: vectors
  double order;  // once, for each element of S: an order, if none is known
};
constexpr Rates kHost = {3e10, 3.5e10, 5e8,    6e7,  8e9, 2e-5,
                         0.0,  1e-5,   2.5e-8, 3e-7, 0.0};
// Directions of an iteration that `entry` and `column` were measured with: the
// predictor, Mehrotra's corrector, two to three of Gondzio's.  Seconds for each
// element of a small sparse factor, 2e-8 to 7e-8 on Netlib's.  A factorization
// must take as long as so many directions for Gondzio's correctors to pay: with
// three, runs take three quarters as many iterations of twice as many
// directions.
constexpr double kDirections = 5.0, kSmallFactorEntry = 5e-8,
                 kFewDirections = 2.4;
// Iterations assumed of an interior point method, and of one whose point is
// only to start a crossover: 6 to 40 on 70 LPs, 16 as a rule.
constexpr double kIterations = 25.0, kIterationsBefore = 16.0;
// Devices: the rate of a dense factorization for each multiprocessor, where a
// card is made for computing (FP64 is half of FP32) and else, and the sparse
// one's share of it.  POTRF takes 0.9 ms for 2000 rows, 22 for 12669 and 651
// for 46458.
constexpr double kComputingRate = 3.9e11, kOtherRate = 4e9, kSparseShare = 0.1;
constexpr Rates kDevice = {0.0,  0.0,    5e11,  1e9,   3e12,  2e-3,
                           4e-7, 1.7e-3, 2e-10, 5e-10, 1.2e-6};
// A card to reckon with before one has been asked: multiprocessors, bytes.
constexpr int kUsualMultiprocessors = 132;
constexpr double kUsualMemory = 8e10;

}  // namespace gpuinv::machine
