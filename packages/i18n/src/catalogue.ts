import type auth from './auth/en.json';
import type bonus from './bonus/en.json';
import type chart from './chart/en.json';
import type chat from './chat/en.json';
import type content from './content/en.json';
import type contract from './contract/en.json';
import type copy from './copy/en.json';
import type game from './game/en.json';
import type home from './home/en.json';
import type ieo from './ieo/en.json';
import type invest from './invest/en.json';
import type invite from './invite/en.json';
import type kyc from './kyc/en.json';
import type limits from './limits/en.json';
import type loan from './loan/en.json';
import type market from './market/en.json';
import type mining from './mining/en.json';
import type nft from './nft/en.json';
import type notify from './notify/en.json';
import type otc from './otc/en.json';
import type proof from './proof/en.json';
import type refusal from './refusal/en.json';
import type seconds from './seconds/en.json';
import type security from './security/en.json';
import type settings from './settings/en.json';
import type spot from './spot/en.json';
import type system from './system/en.json';
import type wallet from './wallet/en.json';

/** All texts of the app, by feature. English is the reference; a test checks the other nine against it. */
type Catalogue = {
  auth: typeof auth;
  bonus: typeof bonus;
  chart: typeof chart;
  chat: typeof chat;
  content: typeof content;
  contract: typeof contract;
  copy: typeof copy;
  game: typeof game;
  home: typeof home;
  ieo: typeof ieo;
  invest: typeof invest;
  invite: typeof invite;
  kyc: typeof kyc;
  limits: typeof limits;
  loan: typeof loan;
  market: typeof market;
  mining: typeof mining;
  nft: typeof nft;
  notify: typeof notify;
  otc: typeof otc;
  proof: typeof proof;
  refusal: typeof refusal;
  seconds: typeof seconds;
  security: typeof security;
  settings: typeof settings;
  spot: typeof spot;
  system: typeof system;
  wallet: typeof wallet;
};

export type TextFeature = keyof Catalogue;

/** Text key `feature.key`, so that a text that does not exist does not compile. */
export type TextKey = { [Feature in TextFeature]: `${Feature}.${keyof Catalogue[Feature] & string}` }[TextFeature];
