import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  answer,
  closeLater,
  closeVenues,
  listenWith,
  startVenue,
  venueAnswer,
} from '../../../../../test/venue-testbed.ts';

/** The library alone takes seconds to load on a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 120_000, interval: 20 });
afterEach(closeVenues);

describe('a venue’s stream', () => {
  /** Opens a fake Binance stream: it acknowledges a subscription; the test sends what follows. */
  async function openStream() {
    const server = await listenWith(answer);
    const sockets: WebSocket[] = [];
    const subscriptions: unknown[] = [];
    const stream = new WebSocketServer({ server });
    stream.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { id, method, params } = JSON.parse(String(data));
        subscriptions.push({ method, params });
        socket.send(JSON.stringify({ result: null, id }));
        sockets.push(socket);
      });
    });
    closeLater(() => stream.close());
    const send = (message: unknown) => sockets.at(-1)?.send(JSON.stringify(message));
    return { server, sockets, subscriptions, send };
  }
  const [first, second, pepe] = JSON.parse(venueAnswer('binance-stream'));

  it('given messages, then quotes arrive with the volume between two, and an invalid message is counted', async () => {
    const { server, subscriptions, send, sockets } = await openStream();
    const { received, venue } = startVenue('binance', server, { isStreamed: true });
    await eventually(() => sockets.length).toBe(1);
    expect(subscriptions).toEqual([{ method: 'SUBSCRIBE', params: ['btcusdt@miniTicker', 'pepeusdt@miniTicker'] }]);
    send(first);
    await eventually(received).toEqual(['1 11 68000.12 0']);
    send({ ...second, c: 'much' });
    await eventually(() => venue.badAnswers()).toBeGreaterThan(0);
    send(second);
    send(pepe);
    await eventually(received).toEqual(['1 11 68000.12 0', '1 11 68001.5 0.5', '30 11 0.00000093 0']);
  });

  it('given the connection breaks, when the venue is back, then quotes resume and no volume is counted twice', async () => {
    const { server, sockets, send } = await openStream();
    const { received } = startVenue('binance', server, { isStreamed: true });
    await eventually(() => sockets.length).toBe(1);
    send(first);
    await eventually(received).toHaveLength(1);
    sockets[0]?.terminate();
    await eventually(() => sockets.length).toBe(2);
    send(first);
    send(second);
    await eventually(received).toEqual(['1 11 68000.12 0', '1 11 68001.5 0.5']);
  });

  it('given a connection that stays open and silent, then it is reconnected', async () => {
    const { server, sockets, send } = await openStream();
    const pauses = { firstMs: 10, longestMs: 40, silenceMs: 500 };
    const { received } = startVenue('binance', server, { isStreamed: true, pauses });
    await eventually(() => sockets.length).toBeGreaterThan(1);
    const afterSending = () => {
      send(second);
      return received();
    };
    await eventually(afterSending).toEqual(['1 11 68001.5 0']);
  });
});
