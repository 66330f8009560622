/** The entry of version 0.1 for bodies that do not move. Importing it is an error that names the new entry. */

const gone = undefined;

export {
    gone as create,
    gone as createSync,
    gone as GrazeError,
    gone as printable,
    gone as show,
    gone as version,
};

throw new Error("the entry 'graze/still' is now 'graze/static'");
