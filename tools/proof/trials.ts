import type { Trial } from '../trial/trial.ts';
import { api } from './api.ts';
import { bots } from './bots.ts';
import { candles } from './candles.ts';
import { drift } from './drift.ts';
import { gallery } from './gallery.ts';
import { ledger } from './ledger.ts';
import { links } from './links.ts';
import { overdraft } from './overdraft.ts';
import { proxy } from './proxy.ts';
import { statements } from './statements.ts';
import { tampering } from './tampering.ts';
import { timing } from './timing.ts';
import { trace } from './trace.ts';
import { trail } from './trail.ts';
import { weight } from './weight.ts';

/** All proofs, in execution order. */
export const PROOFS: readonly Trial[] = [
  ledger,
  overdraft,
  statements,
  drift,
  candles,
  bots,
  api,
  proxy,
  timing,
  tampering,
  trail,
  trace,
  gallery,
  links,
  weight,
];
