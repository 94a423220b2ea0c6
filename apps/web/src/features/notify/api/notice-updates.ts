import type { QueryClient } from '@tanstack/react-query';
import type { Channel } from '../../../shared/socket.ts';
import { refreshNotices } from './unread.ts';

/** The socket only says that there is something new: what it is, is asked for. */
export function noticeChannel(queryClient: QueryClient, scope: string): Channel {
  const refresh = () => void refreshNotices(queryClient, scope);
  return { name: 'notices', receive: refresh, refresh };
}
