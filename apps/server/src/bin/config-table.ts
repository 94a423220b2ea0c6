import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { insertConfigTable } from '../platform/process/config-table.ts';

/** Writes the table of variables into docs/OPERATING.md; a test fails while the document and the schemas differ. */
const page = resolve(import.meta.dirname, '../../../../docs/OPERATING.md');
writeFileSync(page, insertConfigTable(readFileSync(page, 'utf8')));
