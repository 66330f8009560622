/**
 * The figures of the paper, Tables I to VI: average nanoseconds on an Intel Xeon E3 at 2.8 GHz for distant, overlapping and touching
 * pairs, by the number of vertices and by the names that the contestants have here. HCS is hill climbing.
 *
 * @type {Record<string, Record<string, { distance?: number[], collide?: number[] }>>}
 */
export const PRINTED = {
    4: {
        Box2D: { distance: [96.77, 84.93, 151.92], collide: [96.77, 84.93, 151.92] },
        'separating axes': { collide: [99.62, 203.92, 170.26] },
        'graze, scan': { distance: [63.85, 62.99, 118.61], collide: [13.45, 40.63, 104.05] },
        'graze, hill climbing': {
            distance: [54.92, 54.95, 126.73],
            collide: [19.22, 51.54, 111.59],
        },
        FCL: { distance: [535.41, 656.78, 704.75], collide: [215.19, 310.85, 300.77] },
        Bullet: { distance: [403.87, 366.01, 420.92], collide: [403.87, 366.01, 420.92] },
        openGJK: { distance: [119.66, 190.09, 438.25], collide: [119.66, 190.09, 438.25] },
        "Apollo's definition": { distance: [2731.96, 549.41, 2586.54] },
    },
    8: {
        Box2D: { distance: [154.77, 99.63, 163.24], collide: [154.77, 99.63, 163.24] },
        'separating axes': { collide: [137.83, 414.83, 359.05] },
        'graze, scan': { distance: [106.25, 74.25, 111.9], collide: [18.5, 51.58, 92.18] },
        'graze, hill climbing': { distance: [86.13, 42.07, 78.21], collide: [16.9, 39.13, 77.63] },
        FCL: { distance: [721.65, 637.04, 761.84], collide: [209.25, 294.2, 299.31] },
        Bullet: { distance: [774.23, 444.89, 494.98], collide: [774.23, 444.89, 494.98] },
        openGJK: { distance: [301.28, 189.47, 344.58], collide: [301.28, 189.47, 344.58] },
        "Apollo's definition": { distance: [8593.92, 7059.6, 8381.86] },
    },
    12: {
        Box2D: { distance: [221.77, 98.62, 210.26], collide: [221.77, 98.62, 210.26] },
        'separating axes': { collide: [274.01, 714.44, 572.71] },
        'graze, scan': { distance: [184.58, 89.6, 108.69], collide: [25.89, 67.62, 46.81] },
        'graze, hill climbing': { distance: [119.69, 54.34, 46.52], collide: [18.37, 49.1, 36.89] },
        FCL: { distance: [1149.75, 767.7, 973.09], collide: [224.02, 336.34, 308.55] },
        Bullet: { distance: [997.69, 437.45, 610.69], collide: [997.69, 437.45, 610.69] },
        openGJK: { distance: [352.38, 220.07, 295.6], collide: [352.38, 220.07, 295.6] },
        "Apollo's definition": { distance: [17864.63, 16083.23, 23822.42] },
    },
    16: {
        Box2D: { distance: [362.73, 168.27, 307.07], collide: [362.73, 168.27, 307.07] },
        'separating axes': { collide: [342.67, 1156.1, 885.26] },
        'graze, scan': { distance: [229.68, 108.19, 213.41], collide: [35.49, 85.96, 154.2] },
        'graze, hill climbing': {
            distance: [139.18, 51.67, 101.88],
            collide: [20.98, 51.23, 104.03],
        },
        FCL: { distance: [1330.37, 872.25, 1202.26], collide: [247.63, 359.01, 365.84] },
        Bullet: { distance: [1365.69, 536.98, 890.28], collide: [1365.69, 536.98, 890.28] },
        openGJK: { distance: [424.26, 237.44, 584.42], collide: [424.26, 237.44, 584.42] },
        "Apollo's definition": { distance: [30070.27, 1973.6, 29700.82] },
    },
    20: {
        Box2D: { distance: [240.2, 141.63, 381.77], collide: [240.2, 141.63, 381.77] },
        'separating axes': { collide: [321.73, 1755.92, 1364.87] },
        'graze, scan': { distance: [221.33, 124.68, 325.81], collide: [44.15, 56.04, 162.7] },
        'graze, hill climbing': {
            distance: [131.98, 37.95, 100.88],
            collide: [23.84, 33.0, 102.61],
        },
        FCL: { distance: [1644.64, 944.1, 1460.72], collide: [264.87, 422.83, 429.47] },
        Bullet: { distance: [1528.36, 623.79, 1174.94], collide: [1528.36, 623.79, 1174.94] },
        openGJK: { distance: [391.63, 263.68, 787.58], collide: [391.63, 263.68, 787.58] },
        "Apollo's definition": { distance: [45164.85, 11262.01, 44436.56] },
    },
    24: {
        Box2D: { distance: [183.96, 171.54, 519.16], collide: [183.96, 171.54, 519.16] },
        'separating axes': { collide: [327.45, 2375.39, 1757.84] },
        'graze, scan': { distance: [169.26, 152.61, 440.28], collide: [54.47, 127.93, 63.94] },
        'graze, hill climbing': { distance: [83.41, 66.83, 44.02], collide: [25.25, 64.97, 36.56] },
        FCL: { distance: [1735.86, 1030.91, 1841.25], collide: [300.51, 426.83, 444.11] },
        Bullet: { distance: [1539.18, 731.75, 1876.92], collide: [1539.18, 731.75, 1876.92] },
        openGJK: { distance: [279.72, 316.26, 1076.67], collide: [279.72, 316.26, 1076.67] },
        "Apollo's definition": { distance: [64492.5, 8090.15, 64340.11] },
    },
};
