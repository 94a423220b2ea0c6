import { existsSync } from 'node:fs';
import { patchSources } from '../source-patch.ts';
import { PATCHES } from './patches.ts';

/** Loaded into every process of the stack before its own code (`node --import`). While the file exists, conversions are broken. */
const FLAG_VARIABLE = 'TORTURE_CONVERT_FAULT';

const flag = process.env[FLAG_VARIABLE] ?? '';
Object.assign(globalThis, { isConvertBroken: () => existsSync(flag) });

patchSources(PATCHES);
