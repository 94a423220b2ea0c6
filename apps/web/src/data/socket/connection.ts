import { createConnection } from '@app/client/socket';
import { hookOf } from '../../lib/hook-of.ts';

/** The connection of this page. */
export const useConnection = hookOf(createConnection(globalThis.navigator?.onLine ?? true));

/** Follows the browser's online state, which detects a lost network first. */
export function watchNetwork(): void {
  addEventListener('online', () => useConnection.setState({ isOnline: true }));
  addEventListener('offline', () => useConnection.setState({ isOnline: false }));
}
