import { coming, type Screen } from '../../shared/screen.ts';

export const gameScreens: readonly Screen[] = [coming('/pages/game/game', 'public', 'game.trainer')];
