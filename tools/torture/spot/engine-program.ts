import { runEngine, sendToRig } from '../engines/run-engine.ts';
import { putInStandIns } from '../engines/stand-ins.ts';
import { PATCHES, STAND_INS } from './builds.ts';
import type { InjectedFault } from './terms.ts';

/** Production engine controlled by a rig: `node engine-program.ts <sabotage>`, ended by the rig. */
const injectedFault = (process.argv[2] ?? 'none') as InjectedFault; // Passed by the rig.
const stoodIn = putInStandIns(injectedFault, { standIns: STAND_INS, patches: PATCHES });
const { compare, watch } = await import('./watched-product.ts');
watch({ send: sendToRig, injectedFault });
await runEngine({ stoodIn, compare });
