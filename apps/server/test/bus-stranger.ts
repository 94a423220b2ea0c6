import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { inject } from 'vitest';
import { connectionOptions } from '../src/platform/bus/connection-options.ts';
import { atTheEnd } from './testbed.ts';

/**
 * Connects as somebody who may use every subject and holds no key: the same as on a server without authentication.
 */
export async function openStranger(): Promise<NatsConnection> {
  const connection = await connect(connectionOptions({ url: inject('services').nats }));
  atTheEnd(() => connection.close());
  return connection;
}

/** Calls back for every message on a subject; resolves once the server knows the subscription. */
export async function overhear(
  stranger: NatsConnection,
  subject: string,
  onMessage: (message: Msg) => void,
): Promise<() => void> {
  const subscription = stranger.subscribe(subject, { callback: (_error, message) => onMessage(message) });
  await stranger.flush();
  return () => subscription.unsubscribe();
}
