import { coming, type Screen } from '../../data/app/screen.ts';

export const inviteScreens: readonly Screen[] = [
  coming('/pages/setting/share', 'user', 'invite.hub', 'invite'),
  coming('/pages/setting/share2', 'user', 'invite.poster', 'invite'),
];
