import { coming, type Screen } from '../../data/app/screen.ts';

export const chatScreens: readonly Screen[] = [
  coming('/pages/common/liveChatView', 'public', 'chat.conversation', 'chat'),
];
