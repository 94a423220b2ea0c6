import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { atTheEnd } from './testbed.ts';

/** The real server behind our own proxy, which can be cut and restored: simulates a restart. */
export type FragileNats = { readonly url: string; cut(): Promise<void>; mend(): Promise<void> };

export async function openFragileNats(realUrl: string): Promise<FragileNats> {
  const real = new URL(realUrl); // With credentials, if it has any.
  const target = { port: Number(real.port), host: real.hostname };
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = dial(target);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one);
      one.on('error', () => {}); // Cut on purpose.
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as { port: number };
  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      for (const socket of open) socket.destroy();
      open.clear();
    });
  atTheEnd(() => (server.listening ? cut() : undefined));
  real.port = String(port);
  return { url: real.href, cut, mend: () => listen(port) };
}
