import { connect, createServer } from 'node:net';

/** TCP proxy between engines and PostgreSQL. */
export type CommitProxy = {
  readonly port: number;
  /** Lets the next commit of a batch happen and cuts the connection before its response; resolves at that moment. */
  cutNextAnswer(): Promise<void>;
  close(): void;
};

/** Statement that marks relevant commits: only batches with effects write idempotency records. */
const MARK = 'insert into idempotency';

/** Returns the name under which a connection keeps the marked statement, from the message that prepares it: `name\0text\0`. */
function nameOfStatement(data: Buffer): string | undefined {
  const mark = data.indexOf(MARK);
  if (mark === -1) return undefined;
  const end = data.lastIndexOf(0, mark);
  const start = data.lastIndexOf(0, end - 1);
  const text = data.toString('latin1', start + 1, end);
  return /s\d+$/.exec(text)?.[0];
}

/** Starts the proxy; `name` is the application name of the connection to cut. */
export async function startCommitProxy(target: URL, name: string): Promise<CommitProxy> {
  let onCut: (() => void) | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isAimedAt = false;
    /** Name under which this connection keeps the marked statement; each use sends only that. */
    let kept: string | undefined;
    let hasEffects = false;
    let isCut = false;
    client.on('data', (data) => {
      isAimedAt ||= data.includes(`application_name\0${name}\0`);
      kept ??= isAimedAt ? nameOfStatement(data) : undefined;
      hasEffects ||= kept !== undefined && data.includes(`\0${kept}\0`);
      if (data.includes('commit\0') && !data.includes('_commit')) {
        isCut = onCut !== undefined && hasEffects;
        hasEffects = false;
      }
      upstream.write(data);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.on('data', (data) => {
      if (!isCut) return void client.write(data);
      end();
      onCut?.();
      onCut = undefined;
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cutNextAnswer: () =>
      new Promise((resolve) => {
        onCut = resolve;
      }),
    close: () => void server.close(),
  };
}
