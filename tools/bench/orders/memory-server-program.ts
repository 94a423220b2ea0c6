import { placeOrder } from '@app/protocol/spot';
import { createHttp } from '@app/server/platform/http/http';
import { EncodedResponse, serve } from '@app/server/platform/http/serve';
import { pino } from 'pino';

/** The same HTTP server and the same route, answered from memory: what remains if nothing is looked up or stored. */
const CALLER = {
  userId: 1n,
  sessionId: 1n,
  mode: 'demo',
  verification: 0,
  roles: [],
  country: 'DE',
  isFrozen: false,
} as const;

const http = createHttp({
  log: pino({ level: 'silent' }),
  findCaller: () => Promise.resolve({ caller: CALLER }),
  checkProduct: () => Promise.resolve({ ok: true, value: true }),
});
const ANSWER = { id: '247510912204800001', status: 'open' };
serve(http, placeOrder, () => Promise.resolve(new EncodedResponse<typeof placeOrder>(ANSWER as never))); // Only its size matters.
await http.app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('ready');
