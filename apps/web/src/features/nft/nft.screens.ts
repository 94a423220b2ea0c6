import { coming, type Screen } from '../../data/app/screen.ts';

export const nftScreens: readonly Screen[] = [
  coming('/pages/nft/nft', 'public', 'nft.market', 'nft'),
  coming('/pages/nft/mine', 'user', 'nft.mine', 'nft'),
  coming('/pages/nft/myNft', 'user', 'nft.gallery', 'nft'),
  coming('/pages/nft/artistDetail', 'public', 'nft.artist', 'nft'),
  coming('/pages/nft/artworkDetail', 'public', 'nft.artwork', 'nft'),
  coming('/pages/nft/artworkDetail_video', 'public', 'nft.video', 'nft'),
  coming('/pages/nft/purchase', 'user', 'nft.buy', 'nft'),
  coming('/pages/nft/purchase_one', 'user', 'nft.pay', 'nft'),
  coming('/pages/nft/resell', 'user', 'nft.resell', 'nft'),
  coming('/pages/nft/components/artist', 'public', 'nft.artists', 'nft'),
  coming('/pages/nft/components/artwork', 'public', 'nft.artworks', 'nft'),
  coming('/pages/nft/components/search', 'public', 'nft.search', 'nft'),
  coming('/pages/nft/components/collection', 'user', 'nft.favourites', 'nft'),
];
