import { type ChildProcess, fork } from 'node:child_process';
import { guardChild } from '@app/testkit';

/** Which of the two servers is sending. */
export type Contestant = 'ours' | 'bare';

/** Requests to the server process, and its responses. */
export type ServerCalls = {
  ports: { params: undefined; result: Readonly<Record<Contestant, number>> };
  memory: { params: undefined; result: Memory };
  publish: { params: { readonly who: Contestant; readonly ms: number }; result: Round };
  end: { params: undefined; result: Ending };
};

export type Memory = { readonly rss: number; readonly heapUsed: number };

/** Every block with its time, the last block, and its price of every market. */
export type Ending = {
  readonly blocks: readonly (readonly [number: number, atMs: number])[];
  readonly block: number;
  readonly prices: readonly (readonly [market: number, price: string])[];
};

/** Result of one contestant in one round. */
export type Round = {
  readonly frames: number;
  readonly bytes: number;
  readonly sockets: number;
  readonly cpuMs: number;
};

/** Requests to the client process. */
export type CrowdCalls = {
  connect: {
    params: { readonly who: Contestant; readonly port: number; readonly sockets: number };
    result: undefined;
  };
  judge: { params: Ending; result: Received };
};

/** Delays in milliseconds: of the newest block in a frame, and of the oldest, which waited for it. */
export type Received = {
  readonly frames: number;
  readonly newest: { readonly p50: number; readonly p99: number };
  readonly oldest: { readonly p50: number; readonly p99: number };
  /** Frames that did not follow their predecessor, on any socket. */
  readonly gaps: number;
  /** Witnesses, which read everything, and how many of them ended with a state other than the producer's. */
  readonly witnesses: number;
  readonly wrong: number;
};

type Calls = Record<string, { params: unknown; result: unknown }>;
export type Child<Of extends Calls> = {
  request<Name extends keyof Of & string>(name: Name, params: Of[Name]['params']): Promise<Of[Name]['result']>;
  end(): void;
};

/** Starts a separate process, so that its CPU time and memory are measured separately. */
export function startChild<Of extends Calls>(program: string): Child<Of> {
  const child: ChildProcess = fork(new URL(program, import.meta.url), { execArgv: ['--expose-gc'] });
  guardChild(child);
  return {
    request: (name, params) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${program} ended`));
        child.once('exit', onExit);
        child.once('message', (result) => {
          child.off('exit', onExit);
          resolve(result as never); // The child has the same call table.
        });
        child.send({ name, params });
      }),
    end: () => void child.kill(),
  };
}

/** Handles requests in the child, one at a time. */
export function answerParent<Of extends Calls>(
  answers: {
    readonly [Name in keyof Of]: (params: Of[Name]['params']) => Promise<Of[Name]['result']> | Of[Name]['result'];
  },
): void {
  process.on('message', async ({ name, params }: { name: keyof Of; params: never }) => {
    process.send?.((await answers[name](params)) ?? null);
  });
}
