/** The entry of version 0.1 for results as text. Importing it is an error that names the new entry. */

const gone = undefined;

export {
    gone as brief,
    gone as countKinds,
    gone as counted,
    gone as delayOf,
    gone as describeCause,
    gone as describeChange,
    gone as describeChecks,
    gone as describeClearance,
    gone as describeDistance,
    gone as describeGap,
    gone as describeMend,
    gone as describeMessage,
    gone as describeOthers,
    gone as describePlace,
    gone as describePlan,
    gone as describeReading,
    gone as describeRepair,
    gone as describeTotals,
    gone as describeVerdict,
    gone as groupViolations,
    gone as inDigits,
    gone as leastGap,
    gone as namesInWords,
    gone as obstacleInWords,
};

throw new Error("the entry 'graze/scenario/words' is now 'graze/scenario/messages'");
