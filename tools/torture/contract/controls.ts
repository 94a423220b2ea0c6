import { killWhileAnswering, killWhileLocked, type Ordeal, tradeOnly } from '../engines/controls.ts';
import { FINDINGS } from './findings.ts';

export const ORDEALS: readonly Ordeal[] = [
  {
    // What each of these changes leaves the others alone.
    sabotages: [
      { name: 'liquidation-a-tick-late', finds: [FINDINGS.liquidation] },
      { name: 'shortfall-by-user', finds: [FINDINGS.transfer] },
    ],
    play: tradeOnly(350),
  },
  {
    sabotages: [{ name: 'run-not-stored', finds: [FINDINGS.close, FINDINGS.liquidation, FINDINGS.stop] }],
    play: killWhileLocked('contract'),
  },
  {
    sabotages: [{ name: 'answer-before-commit', finds: [FINDINGS.lost, 'lost as a record'] }],
    play: killWhileAnswering,
  },
  {
    sabotages: [{ name: 'tick-skipped', finds: [FINDINGS.liquidation, FINDINGS.stop, FINDINGS.close] }],
    play: tradeOnly(100),
  },
  {
    sabotages: [
      { name: 'nights-charged-twice', finds: [FINDINGS.nights] },
      { name: 'stop-on-older-block', finds: [FINDINGS.filled] },
    ],
    play: tradeOnly(120),
  },
];
