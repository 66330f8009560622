import { createSync, type Graze } from 'graze';
import { describeVerdict } from 'graze/scenario/messages';

const g: Graze = createSync();
console.log(JSON.stringify([g.gap(g.disc(1), g.disc(1), {}, { x: 3 }), typeof describeVerdict]));
