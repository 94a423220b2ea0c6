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

/** Starts the proxy; `name` is the application name of the connection to cut. */
export async function startCommitProxy(target: URL, name: string): Promise<CommitProxy> {
  let onCut: (() => void) | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isAimedAt = false;
    let hasEffects = false;
    let isCut = false;
    client.on('data', (data) => {
      isAimedAt ||= data.includes(`application_name\0${name}\0`);
      hasEffects ||= isAimedAt && data.includes(MARK);
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
