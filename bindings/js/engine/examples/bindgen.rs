//! Writes the JavaScript and the types around a compiled `.wasm` file:
//! `bindgen INPUT FOLDER`. The command-line tool of wasm-bindgen does the same,
//! and has a web server and TLS among its dependencies.

use std::env::args;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [input, folder] =
        args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "bindgen INPUT FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name("wasm").typescript(true).remove_name_section(true);
    bindgen.omit_default_module_path(false).web(true)?;
    bindgen.generate(folder)?;
    Ok(())
}
