/** Documents that prove who someone is (spec 3, "KYC type 1"). */
export const DOCUMENT_TYPES = ['id_card', 'passport', 'driver_licence', 'residence_permit', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Pictures of a case, by the names of the wire; the hand-held one shows the person with the document. */
export const PICTURES = ['front_pic', 'reverse_pic', 'hand_pic'] as const;
export type Picture = (typeof PICTURES)[number];

/** The data page of a passport is its only one. */
export const hasBack = (document: DocumentType): boolean => document !== 'passport';

/** Returns the pictures that a case needs, in the order in which they are taken. */
export const picturesOf = (level: CaseLevel, document: DocumentType): readonly Picture[] => [
  'front_pic',
  ...(hasBack(document) ? (['reverse_pic'] as const) : []),
  ...(level === 1 ? (['hand_pic'] as const) : []),
];

/** Levels that are checked; level 0 needs nothing. */
export const CASE_LEVELS = [1, 2] as const;
export type CaseLevel = (typeof CASE_LEVELS)[number];

export const RELATIONSHIPS = ['parent', 'spouse', 'child', 'sibling', 'other'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];
