import { type Channel, channelName } from '@app/protocol/socket';
import { useCallback, useSyncExternalStore } from 'react';
import { publicChannels } from './channel.ts';

/**
 * Returns whether a channel is live, and its refusal if not; renders again when that changes and not at every message.
 */
export function useChannelLife(channel: Channel) {
  const name = channelName(channel);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says all there is in a channel.
  const listen = useCallback((onChange: () => void) => publicChannels.listen(channel, onChange), [name]);
  const isLive = useSyncExternalStore(listen, () => publicChannels.view(channel).isLive);
  const refusal = useSyncExternalStore(listen, () => publicChannels.view(channel).refusal);
  return { isLive, refusal };
}
