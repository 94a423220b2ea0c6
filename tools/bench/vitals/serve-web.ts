import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../../dev/processes.ts';
import { freePorts } from '../../services/places.ts';
import { startProcess } from '../../stack/process.ts';
import { type OpenStack, openStack } from '../../stack/shared-stack.ts';

export const BLANK_PAGE = 'blank.html';
const BLANK =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Blank</title><p>.';

/** Stack with an edge that serves a copy of this build and a blank page for comparison. */
export type Served = { readonly url: string; readonly stack: OpenStack } & AsyncDisposable;

export async function serveWeb(build: string): Promise<Served> {
  const place = mkdtempSync(join(tmpdir(), 'tidemark-vitals-'));
  const folder = join(place, 'web');
  cpSync(build, folder, { recursive: true });
  writeFileSync(join(folder, BLANK_PAGE), BLANK);
  const stack = await openStack('bench-vitals', { apis: 1, gateways: 1, feeds: 1 });
  const stopStack = async () => {
    await stack.stop();
    rmSync(place, { recursive: true, force: true });
  };
  try {
    const edge = await startEdge(stack, place);
    const stop = async () => {
      await edge.stop();
      await stopStack();
    };
    return { url: `http://127.0.0.1:${edge.port}/h5/`, stack, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stopStack();
    throw error;
  }
}

/** Starts an edge next to the stack's own, which acts as its gateway. */
async function startEdge({ apiUrls, edgeUrl }: OpenStack, place: string) {
  const { postgres: port } = await freePorts();
  return await startProcess({
    name: 'edge',
    program: join(REPOSITORY, 'apps/server/src/bin/edge.ts'),
    port,
    environment: {
      HTTP_PORT: String(port),
      API_URLS: apiUrls.join(','),
      GATEWAY_URLS: edgeUrl,
      WEB_FOLDER: join(place, 'web'),
    },
    logFile: join(place, 'edge.log'),
  });
}
