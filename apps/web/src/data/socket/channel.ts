import { createChannels } from '@app/client/socket';

/** The page's public channels. */
export const publicChannels = createChannels();
