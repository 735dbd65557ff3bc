/** A state's colour. Never the only sign: a word and an icon are always next to it. */
export type Tone = 'waiting' | 'pending' | 'unknown' | 'paid' | 'bad' | 'expired'
