import { coming, type Screen } from '../../shared/screen.ts';

export const chatScreens: readonly Screen[] = [
  coming('/pages/common/serverView', 'public', 'chat.support'),
  coming('/pages/common/liveChatView', 'public', 'chat.conversation'),
];
