import { coming, type Screen } from '../../data/app/screen.ts';

export const gameScreens: readonly Screen[] = [coming('/pages/game/game', 'public', 'game.trainer', 'trainer')];
