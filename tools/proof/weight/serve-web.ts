import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../dev/processes.ts';
import { freePorts } from '../../services/places.ts';
import { startProcess } from '../../stack/process.ts';
import { type Stack, startStack } from '../../stack/stack.ts';

export const BLANK_PAGE = 'blank.html';
const BLANK =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Blank</title><p>.';

/** The whole product with an edge that serves this build and, for comparison, a page with nothing on it. */
export type Served = { readonly url: string; readonly stack: Stack } & AsyncDisposable;

export async function serveWeb(folder: string): Promise<Served> {
  writeFileSync(join(folder, BLANK_PAGE), BLANK);
  const stack = await startStack('proof-weight', { apis: 1, gateways: 1, feeds: 1 });
  try {
    const edge = await startEdge(stack, folder);
    const stop = async () => {
      await edge.stop();
      await stack.stop();
    };
    return { url: `http://127.0.0.1:${edge.port}/h5/`, stack, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function startEdge({ processes }: Stack, folder: string) {
  const { postgres: port } = await freePorts();
  const urlsOf = (name: string) =>
    processes.flatMap((one) => (one.name === name ? `http://127.0.0.1:${one.port}` : [])).join(',');
  return startProcess({
    name: 'edge',
    program: join(REPOSITORY, 'apps/server/src/bin/edge.ts'),
    port,
    environment: {
      HTTP_PORT: String(port),
      API_URLS: urlsOf('api'),
      GATEWAY_URLS: urlsOf('gateway'),
      WEB_FOLDER: folder,
    },
    logFile: join(folder, '../edge.log'),
  });
}
