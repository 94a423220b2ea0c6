import type { QueryClient } from '@tanstack/react-query';
import type { Channel } from '../../data/socket/socket.ts';
import { refreshNotices } from './use-unread.ts';

/** Subscribes to the notice channel. The socket only signals that something is new; the content is fetched. */
export function noticeChannel(queryClient: QueryClient, scope: string): Channel {
  const refresh = () => void refreshNotices(queryClient, scope);
  return { name: 'notices', receive: refresh, refresh };
}
