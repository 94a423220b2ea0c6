import type { ChannelView } from '@app/client/socket';
import { type Channel, type ChannelKind, type ChannelStates, channelName } from '@app/protocol/socket';
import { useCallback, useSyncExternalStore } from 'react';
import { publicChannels } from './channel.ts';

/** Subscribes to a public channel while the component is mounted. */
export function useChannel<Kind extends ChannelKind>(
  channel: Channel & { kind: Kind },
): ChannelView<ChannelStates[Kind]> {
  const name = channelName(channel);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says all there is in a channel.
  const listen = useCallback((onChange: () => void) => publicChannels.listen(channel, onChange), [name]);
  return useSyncExternalStore(listen, () => publicChannels.view<Kind>(channel));
}
