import { pathToFileURL } from 'node:url';
import { runEngine } from './run-engine.ts';
import { type EngineBuilds, putInStandIns } from './stand-ins.ts';

/** Production engine controlled by a rig: `node engine-program.ts <sabotage> <file of the builds>`, ended by the rig. */
const [injectedFault = 'none', file = ''] = process.argv.slice(2);

const { BUILDS } = (await import(pathToFileURL(file).href)) as { readonly BUILDS: EngineBuilds }; // Passed by the rig.
await runEngine(putInStandIns(injectedFault, BUILDS));
