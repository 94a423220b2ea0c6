import { patchSources } from '../source-patch.ts';
import { type Compared, FOLDER_VARIABLE, isSilentFault, noteComparison } from './comparisons.ts';
import { COMPARES_SILENTLY, COUNTING } from './patches.ts';

/** Loaded into every process of the stack before its own code (`node --import`): counts comparisons of secrets. */
const folder = process.env[FOLDER_VARIABLE] ?? '';

Object.assign(globalThis, { noteComparison: (what: Compared) => noteComparison(folder, what) });

patchSources([...COUNTING, ...(isSilentFault(folder) ? [COMPARES_SILENTLY] : [])]);
