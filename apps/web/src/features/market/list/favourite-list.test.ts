import { describe, expect, it } from 'vitest';
import { changeFavourites, type FavouriteChange, movedToTop, suggestedFavourites, undoing } from './favourite-list.ts';

const LIST = ['BTC', 'ETH', 'SOL'];

describe('a change of the user’s favourites', () => {
  it.each<[FavouriteChange, readonly string[]]>([
    [{ kind: 'add', symbols: ['XRP'] }, ['BTC', 'ETH', 'SOL', 'XRP']],
    [{ kind: 'add', symbols: ['ETH', 'XRP', 'XRP'] }, ['BTC', 'ETH', 'SOL', 'XRP']],
    [{ kind: 'remove', symbol: 'ETH' }, ['BTC', 'SOL']],
    [{ kind: 'remove', symbol: 'XRP' }, LIST],
    [{ kind: 'order', symbols: ['SOL', 'BTC', 'ETH'] }, ['SOL', 'BTC', 'ETH']],
    [{ kind: 'order', symbols: ['SOL', 'XRP'] }, ['SOL', 'BTC', 'ETH']],
  ])('given %j, then the list is %j, and it is so however often it is done', (change, after) => {
    expect(changeFavourites(LIST, change)).toEqual(after);
    expect(changeFavourites(changeFavourites(LIST, change), change)).toEqual(after);
  });

  it('given one is moved to the top, then the others keep their order', () => {
    expect(movedToTop(LIST, 'SOL')).toEqual(['SOL', 'BTC', 'ETH']);
    expect(movedToTop(LIST, 'BTC')).toEqual(LIST);
  });
});

describe('undoing a change', () => {
  it.each<FavouriteChange>([
    { kind: 'add', symbols: ['XRP'] },
    { kind: 'add', symbols: ['ETH'] },
    { kind: 'add', symbols: ['ETH', 'XRP'] },
    { kind: 'remove', symbol: 'ETH' },
    { kind: 'remove', symbol: 'XRP' },
    { kind: 'order', symbols: ['SOL', 'BTC', 'ETH'] },
  ])('given %j, when it is undone, then the list is what it was', (change) => {
    expect(undoing(LIST, change).reduce(changeFavourites, changeFavourites(LIST, change))).toEqual(LIST);
  });

  it.each<FavouriteChange>([
    { kind: 'add', symbols: ['ETH'] },
    { kind: 'remove', symbol: 'XRP' },
  ])('given %j, which changed nothing, then there is nothing to undo', (change) => {
    expect(undoing(LIST, change)).toEqual([]);
  });
});

describe('the suggested favourites', () => {
  const market = (symbol: string, ...products: string[]) => ({ symbol, products });
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((symbol) => market(symbol, 'spot'));

  it('are the first six that trade spot', () => {
    const offered = suggestedFavourites([market('x', 'contract'), ...many]);
    expect(offered.map(({ symbol }) => symbol)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('given none trades spot, then they are the first of all', () => {
    expect(suggestedFavourites([market('x', 'contract')]).map(({ symbol }) => symbol)).toEqual(['x']);
  });
});
