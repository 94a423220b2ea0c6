import { coming, type Screen } from '../../data/app/screen.ts';

export const nftScreens: readonly Screen[] = [
  coming('/pages/nft/nft', 'public', 'nft.market'),
  coming('/pages/nft/mine', 'user', 'nft.mine'),
  coming('/pages/nft/myNft', 'user', 'nft.gallery'),
  coming('/pages/nft/artistDetail', 'public', 'nft.artist'),
  coming('/pages/nft/artworkDetail', 'public', 'nft.artwork'),
  coming('/pages/nft/artworkDetail_video', 'public', 'nft.video'),
  coming('/pages/nft/purchase', 'user', 'nft.buy'),
  coming('/pages/nft/purchase_one', 'user', 'nft.pay'),
  coming('/pages/nft/resell', 'user', 'nft.resell'),
  coming('/pages/nft/components/artist', 'public', 'nft.artists'),
  coming('/pages/nft/components/artwork', 'public', 'nft.artworks'),
  coming('/pages/nft/components/search', 'public', 'nft.search'),
  coming('/pages/nft/components/collection', 'user', 'nft.favourites'),
];
